"""The ladder: ratings of people, bots and robots by the games they played with people."""

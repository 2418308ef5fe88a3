"""Trade between players: offers, answers, counter-offers, and statements of interest."""

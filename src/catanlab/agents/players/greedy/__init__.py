"""The greedy agent: a fast player of Catan that pursues the build that scores soonest."""

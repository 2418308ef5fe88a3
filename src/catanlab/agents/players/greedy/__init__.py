"""The greedy agent: a fast player of Catan that goes for what scores soonest."""

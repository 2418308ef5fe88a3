"""All rooms of a server, and the sessions of its clients."""

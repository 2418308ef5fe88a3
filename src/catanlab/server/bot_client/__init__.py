"""A bot at a remote server: our agents over the HTTP of bots, and a client for bots of others."""

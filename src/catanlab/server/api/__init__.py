"""The HTTP API: one table of endpoints, from which come the routes, the OpenAPI document and its page."""

"""WebSockets: connections with bounded queues, the application, and the server that runs it."""

"""The lobby: who is here, channels, the list of rooms, invitations, quick play and rematches."""

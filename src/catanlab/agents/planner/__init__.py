"""The planners: what to build next, by estimates of how long building and winning take."""

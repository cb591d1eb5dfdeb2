"""The equations of a note run as one model, and compared with the reference stage by stage."""

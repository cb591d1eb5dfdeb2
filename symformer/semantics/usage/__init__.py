"""Where each symbol is told and where it is used: what the rules about symbols rest on."""

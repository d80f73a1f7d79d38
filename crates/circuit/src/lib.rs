//! The breadboard: reads Logisim circuits and runs them.

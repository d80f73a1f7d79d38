mod debugger;
mod moves;
mod power;

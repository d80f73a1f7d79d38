mod behaviour;
mod bench;
mod host;
mod monkey;
mod screens;

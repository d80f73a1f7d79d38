mod behaviour;
mod host;
mod monkey;
mod screens;

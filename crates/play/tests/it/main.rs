mod advice;
mod games;
mod hints;

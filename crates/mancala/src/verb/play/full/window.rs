//! The terminal: taken over, drawn on, and restored however the program ends.

use std::io::{self, BufWriter, Stdout, stdout};
use std::sync::mpsc::Sender;

use crossterm::event::{
    self, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::Terminal;
use ratatui::backend::{Backend, ClearType, CrosstermBackend};
use tui::{App, Input, Key};

use super::Event;

pub struct Window {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    mouse: bool,
}

impl Window {
    pub fn open(mouse: bool) -> io::Result<Window> {
        restore_on_panic();
        take(mouse)?;
        let backend = CrosstermBackend::new(BufWriter::with_capacity(64 << 10, stdout()));
        let terminal = Terminal::new(backend).inspect_err(|_| give_back())?;
        Ok(Window { terminal, mouse })
    }

    /// Sends the changed cells, in one write.
    pub fn draw(&mut self, app: &mut App) -> io::Result<()> {
        self.terminal.draw(|frame| {
            let area = frame.area();
            app.render(area, frame.buffer_mut());
        })?;
        Ok(())
    }

    /// Redraws everything next time. (`Terminal::clear` would ask the terminal where its cursor is, and wait.)
    pub fn clear(&mut self) -> io::Result<()> {
        self.terminal.backend_mut().clear_region(ClearType::All)?;
        // Both buffers are empty after this: nothing is taken to be on the screen already.
        self.terminal.swap_buffers();
        Ok(())
    }

    pub fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        if self.mouse != on {
            self.mouse = on;
            report_mouse(&mut stdout(), on)?;
        }
        Ok(())
    }

    /// Gives the terminal back to the shell until the program returns to the foreground.
    #[cfg(unix)]
    pub fn suspend(&mut self, mouse: bool) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        take(mouse)?;
        self.clear()
    }

    #[cfg(not(unix))]
    pub fn suspend(&mut self, _: bool) -> io::Result<()> {
        self.clear()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        give_back();
    }
}

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = stdout();
    let taken = execute!(out, EnterAlternateScreen, cursor::Hide).and_then(|()| match mouse {
        true => report_mouse(&mut out, true),
        false => Ok(()),
    });
    taken.inspect_err(|_| give_back())
}

/// Every step is tried, even if an earlier one failed.
fn give_back() {
    let mut out = stdout();
    let _ = report_mouse(&mut out, false);
    let _ = execute!(out, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// Presses and the wheel only: reports of every movement would keep a slow line busy for nothing.
#[cfg(unix)]
fn report_mouse(out: &mut Stdout, on: bool) -> io::Result<()> {
    use std::io::Write;
    let switch = if on { 'h' } else { 'l' };
    write!(out, "\x1b[?1000{switch}\x1b[?1006{switch}")?;
    out.flush()
}

#[cfg(not(unix))]
fn report_mouse(out: &mut Stdout, on: bool) -> io::Result<()> {
    match on {
        true => execute!(out, event::EnableMouseCapture),
        false => execute!(out, event::DisableMouseCapture),
    }
}

/// A panic of the main thread is read on a screen that is the user's again. Workers report theirs as answers.
fn restore_on_panic() {
    let main = std::thread::current().id();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() == main {
            give_back();
            usual(panic);
        }
    }));
}

/// Starts to listen to keys, mouse, size and signals.
pub fn listen(send: &Sender<Event>) -> io::Result<()> {
    listen_to_signals(send.clone())?;
    let send = send.clone();
    std::thread::Builder::new().spawn(move || {
        loop {
            let heard = match event::read() {
                Ok(heard) => understood(&heard),
                Err(_) => Some(Event::End(HUNG_UP)),
            };
            if let Some(event) = heard
                && send.send(event).is_err()
            {
                return;
            }
        }
    })?;
    Ok(())
}

/// The exit code of a program whose terminal is gone.
const HUNG_UP: u8 = 129;

#[cfg(unix)]
fn listen_to_signals(send: Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    std::thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            let code = if signal == SIGINT {
                0
            } else {
                128 + signal as u8
            };
            if send.send(Event::End(code)).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// Elsewhere closing the window ends the program; every move is on disk by then.
#[cfg(not(unix))]
fn listen_to_signals(_: Sender<Event>) -> io::Result<()> {
    Ok(())
}

fn understood(heard: &event::Event) -> Option<Event> {
    match heard {
        event::Event::Key(key) if key.kind != KeyEventKind::Release => pressed(key),
        event::Event::Mouse(mouse) => {
            let input = match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Input::Click {
                    column: mouse.column,
                    row: mouse.row,
                },
                MouseEventKind::ScrollDown => Input::Scroll { down: true },
                MouseEventKind::ScrollUp => Input::Scroll { down: false },
                _ => return None,
            };
            Some(Event::Input(input))
        }
        event::Event::Resize(..) => Some(Event::Resized),
        _ => None,
    }
}

fn pressed(key: &KeyEvent) -> Option<Event> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let understood = match key.code {
        KeyCode::Char('c') if control => Key::Interrupt,
        KeyCode::Char('l') if control => return Some(Event::Redraw),
        KeyCode::Char('z') if control => return Some(Event::Suspend),
        KeyCode::Char('u') if control => Key::Clear,
        KeyCode::Char(_) if control => return None,
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        // So that a test can see the terminal restored.
        KeyCode::F(12) if cfg!(debug_assertions) => return Some(Event::Panic),
        _ => return None,
    };
    Some(Event::Input(Input::Key(understood)))
}

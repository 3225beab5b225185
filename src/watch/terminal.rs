//! The terminal: its size, its keys, and the loop that draws.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Position, Rect};
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::link::News;
use super::{Key, Options, Screen, WatchError, link};

/// How often clocks are drawn: seconds are shown.
const TICK: Duration = Duration::from_millis(250);
/// The same under ten seconds, where tenths are shown.
const SHORT_TICK: Duration = Duration::from_millis(100);
/// How long the thread that reads keys waits before it looks whether anybody still listens.
const LOOK: Duration = Duration::from_millis(200);
/// What may wait for the screen: documents of one connection's beginning, and keys that are held down.
const WAITING: usize = 256;

/// What the keyboard says.
enum Pressed {
    Key(Key),
    /// The size has changed, or everything is to be drawn anew.
    Again,
    Quit,
    /// The terminal has gone.
    Gone(io::Error),
}

/// Shows the table in this process's terminal until somebody quits, or `stop` comes. The terminal is left as it was found, even by a panic.
///
/// # Errors
/// [`WatchError`].
pub async fn run(options: Options, stop: impl Future<Output = ()>) -> Result<(), WatchError> {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    if dumb || !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(WatchError::NoTerminal);
    }
    let screen = Screen::new(&options.table, &options.language, options.look);
    let terminal = ratatui::try_init()?;
    let (tell, news) = mpsc::channel(WAITING);
    let connection = tokio::spawn(link::run(options, tell));
    let (press, keys) = mpsc::channel(WAITING);
    let keyboard = std::thread::spawn(move || read_keys(&press));
    let shown = tokio::select! {
        shown = show(terminal, screen, news, keys) => shown,
        () = stop => Ok(()),
    };
    connection.abort();
    ratatui::restore();
    // It ends by itself when nobody listens, within LOOK; a panic in it has been reported.
    let _ = keyboard.join();
    shown
}

async fn show(
    mut terminal: DefaultTerminal,
    mut screen: Screen,
    mut news: Receiver<News>,
    mut keys: Receiver<Pressed>,
) -> Result<(), WatchError> {
    loop {
        let now = crate::now::stamp().mono;
        screen.advance(now);
        terminal.draw(|frame| screen.draw(frame, now))?;
        let tick = if screen.is_urgent(now) { SHORT_TICK } else { TICK };
        tokio::select! {
            Some(told) = news.recv() => {
                take(&mut screen, told);
                // What came with it is drawn with it.
                while let Ok(told) = news.try_recv() {
                    take(&mut screen, told);
                }
            }
            pressed = keys.recv() => match pressed {
                Some(Pressed::Key(key)) => screen.press(key),
                // Its own clear asks the terminal where the cursor is, and the answer would come as if it were typed.
                Some(Pressed::Again) => terminal.size().and_then(|size| terminal.resize(Rect::from((Position::ORIGIN, size))))?,
                Some(Pressed::Gone(error)) => return Err(error.into()),
                Some(Pressed::Quit) | None => return Ok(()),
            },
            () = tokio::time::sleep(tick) => {}
        }
    }
}

fn take(screen: &mut Screen, told: News) {
    match told {
        News::Connected => screen.connect(),
        News::Gone(why) => screen.disconnect(&why),
        News::Document { topic, payload, retained } => screen.take(&topic, &payload, retained, crate::now::stamp()),
    }
}

/// Reads the keyboard until nobody listens.
fn read_keys(press: &Sender<Pressed>) {
    while !press.is_closed() {
        let read = event::poll(LOOK).and_then(|there| if there { event::read().map(Some) } else { Ok(None) });
        let pressed = match read {
            Ok(Some(Event::Key(key))) => meaning(key),
            Ok(Some(Event::Resize(..))) => Some(Pressed::Again),
            Ok(_) => None,
            Err(error) => Some(Pressed::Gone(error)),
        };
        let Some(pressed) = pressed else { continue };
        let is_last = matches!(pressed, Pressed::Gone(_));
        if press.blocking_send(pressed).is_err() || is_last {
            return;
        }
    }
}

/// What a key means; `None` for one that means nothing.
fn meaning(key: KeyEvent) -> Option<Pressed> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c') if control => Pressed::Quit,
        KeyCode::Char('l') if control => Pressed::Again,
        KeyCode::Char('q' | 'Q') => Pressed::Quit,
        KeyCode::Char('l' | 'L') => Pressed::Key(Key::Language),
        KeyCode::Left => Pressed::Key(Key::Earlier(1)),
        KeyCode::Right => Pressed::Key(Key::Later(1)),
        KeyCode::Up => Pressed::Key(Key::Earlier(10)),
        KeyCode::Down => Pressed::Key(Key::Later(10)),
        KeyCode::Home => Pressed::Key(Key::First),
        KeyCode::End | KeyCode::Esc => Pressed::Key(Key::Now),
        _ => return None,
    })
}

//! Commands and answers. An answer begins with `=` or `?` and ends with an empty line; what an engine prints besides is passed over.

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Take};
use tokio::process::{ChildStdin, ChildStdout};

use super::EngineError;

/// Of a refusal only so much is said.
const REFUSAL_MAX: usize = 120;

/// One conversation.
pub(super) struct Talk {
    program: String,
    input: ChildStdin,
    output: BufReader<Take<ChildStdout>>,
}

impl Talk {
    /// With this engine, of which no more than so many bytes are read.
    pub(super) fn new(program: &str, input: ChildStdin, output: ChildStdout, bytes: u64) -> Talk {
        Talk { program: program.to_owned(), input, output: BufReader::new(output.take(bytes)) }
    }

    /// Gives a command and returns its answer without the sign before it.
    pub(super) async fn command(&mut self, command: &'static str, arguments: &str) -> Result<String, EngineError> {
        let line = if arguments.is_empty() { format!("{command}\n") } else { format!("{command} {arguments}\n") };
        let ended = |_| EngineError::Ended { program: self.program.clone() };
        self.input.write_all(line.as_bytes()).await.map_err(ended)?;
        self.input.flush().await.map_err(ended)?;
        let mut answer: Option<(bool, String)> = None;
        loop {
            let Some(line) = self.line().await? else { return Err(EngineError::Ended { program: self.program.clone() }) };
            match &mut answer {
                Some(_) if line.is_empty() => break,
                Some((_, text)) => {
                    text.push(' ');
                    text.push_str(&line);
                }
                None => {
                    let good = line.starts_with('=');
                    if good || line.starts_with('?') {
                        answer = Some((good, line[1..].to_owned()));
                    }
                }
            }
        }
        let (good, text) = answer.unwrap_or_default();
        if good {
            return Ok(text.trim().to_owned());
        }
        let answer = text.trim().chars().take(REFUSAL_MAX).collect();
        Err(EngineError::Refused { program: self.program.clone(), command, answer })
    }

    /// The next line without its end; nothing when the engine has said everything that is listened to.
    async fn line(&mut self) -> Result<Option<String>, EngineError> {
        let mut bytes = Vec::new();
        let read = self.output.read_until(b'\n', &mut bytes).await.map_err(|_| EngineError::Ended { program: self.program.clone() })?;
        // GTP: control characters are dropped.
        bytes.retain(|byte| *byte == b'\t' || *byte >= b' ');
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned()))
    }
}

//! Board sizes, points, and their GTP names ("Q16"; there is no I).

use std::fmt;

/// The letters of the columns, A to Z without I: enough for [`Size::MAX`].
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Width and height of a board, each from 2 to 25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The smallest side.
    pub const MIN: u8 = 2;
    /// The largest side: the GTP letters end here.
    pub const MAX: u8 = 25;

    /// A board of this width and height, or `None` outside 2 to 25.
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        if width < Size::MIN || width > Size::MAX || height < Size::MIN || height > Size::MAX {
            return None;
        }
        Some(Size { width, height })
    }

    /// A square board, or `None` outside 2 to 25.
    pub const fn square(side: u8) -> Option<Size> {
        Size::new(side, side)
    }

    /// Number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of lines.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// True when the point lies on this board.
    pub const fn contains(self, point: Point) -> bool {
        point.col < self.width && point.row < self.height
    }

    /// The number of a point, row by row from the top left: `row * width + col`.
    pub const fn index(self, point: Point) -> usize {
        point.row as usize * self.width as usize + point.col as usize
    }

    /// The point with this number, or `None` beyond the last.
    pub const fn point(self, index: usize) -> Option<Point> {
        if index >= self.area() {
            return None;
        }
        let width = self.width as usize;
        Some(Point { col: (index % width) as u8, row: (index / width) as u8 })
    }

    /// Every point, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |col| Point { col, row }))
    }

    /// The up to four points beside this one.
    pub fn neighbours(self, point: Point) -> impl Iterator<Item = Point> {
        let Point { col, row } = point;
        [
            (row > 0).then(|| Point { col, row: row - 1 }),
            (col > 0).then(|| Point { col: col - 1, row }),
            (col + 1 < self.width).then(|| Point { col: col + 1, row }),
            (row + 1 < self.height).then(|| Point { col, row: row + 1 }),
        ]
        .into_iter()
        .flatten()
    }
}

/// A point of a board: `col` 0 is A, `row` 0 is the highest line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Column from the left, 0 is A.
    pub col: u8,
    /// Line from the top, 0 is the highest.
    pub row: u8,
}

/// Why a text is no vertex of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VertexError {
    /// Not a letter (A to Z without I) followed by a number.
    #[error("\"{0}\" is not a vertex: write a letter (there is no I) and a number, such as Q16")]
    Malformed(String),
    /// A vertex, but not of this board.
    #[error("{vertex} is outside the {width}x{height} board")]
    Outside {
        /// The text.
        vertex: String,
        /// Width of the board.
        width: u8,
        /// Height of the board.
        height: u8,
    },
}

impl Point {
    /// The point at this column from the left and line from the top.
    pub const fn new(col: u8, row: u8) -> Point {
        Point { col, row }
    }

    /// The GTP name on a board of this size, such as "Q16".
    pub fn vertex(self, size: Size) -> Vertex {
        Vertex { point: self, height: size.height }
    }

    /// Reads a GTP name ("Q16", "q16").
    ///
    /// # Errors
    /// [`VertexError`] when the text is no vertex or lies outside the board.
    pub fn from_vertex(text: &str, size: Size) -> Result<Point, VertexError> {
        let malformed = || VertexError::Malformed(text.to_owned());
        let (letter, number) = text.split_at_checked(1).ok_or_else(malformed)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        let col = COLUMNS.iter().position(|&column| column == letter).ok_or_else(malformed)?;
        if number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(malformed());
        }
        let line: u8 = number.parse().map_err(|_| malformed())?;
        let outside = VertexError::Outside { vertex: text.to_owned(), width: size.width, height: size.height };
        if line == 0 || line > size.height || col >= usize::from(size.width) {
            return Err(outside);
        }
        Ok(Point { col: col as u8, row: size.height - line })
    }

    /// True for the eight points around this one.
    pub const fn touches(self, other: Point) -> bool {
        let (cols, rows) = (self.col.abs_diff(other.col), self.row.abs_diff(other.row));
        cols <= 1 && rows <= 1 && cols + rows > 0
    }

    /// True for a point on which handicap stones are usually put: the star points, on the fourth lines of large boards and the third lines of
    /// small ones, and on the middle lines.
    pub const fn is_star(self, size: Size) -> bool {
        const fn lies(at: u8, side: u8) -> bool {
            let from_edge = if side < 13 { 2 } else { 3 };
            side >= 7 && (at == from_edge || at + from_edge + 1 == side || (side % 2 == 1 && at == side / 2))
        }
        lies(self.col, size.width) && lies(self.row, size.height)
    }
}

/// A point with the height of its board: what a GTP name needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vertex {
    point: Point,
    height: u8,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = COLUMNS.get(usize::from(self.point.col)).map_or('?', |&column| char::from(column));
        write!(f, "{letter}{}", self.height.saturating_sub(self.point.row))
    }
}

/// What a player did with a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A stone on a point.
    At(Point),
    /// No stone.
    Pass,
}

impl Place {
    /// The point, unless it was a pass.
    pub const fn point(self) -> Option<Point> {
        match self {
            Place::At(point) => Some(point),
            Place::Pass => None,
        }
    }

    /// "Q16" or "pass".
    pub fn text(self, size: Size) -> String {
        match self {
            Place::At(point) => point.vertex(size).to_string(),
            Place::Pass => "pass".to_owned(),
        }
    }

    /// Reads "Q16" or "pass" (any case).
    ///
    /// # Errors
    /// [`VertexError`] when it is neither, or outside the board.
    pub fn parse(text: &str, size: Size) -> Result<Place, VertexError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Place::Pass);
        }
        Point::from_vertex(text, size).map(Place::At)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINETEEN: Size = Size { width: 19, height: 19 };

    #[test]
    fn vertices_have_no_i_and_count_from_below() {
        let q16 = Point::from_vertex("q16", NINETEEN).unwrap();
        assert_eq!(q16, Point::new(15, 3));
        assert_eq!(NINETEEN.index(q16), 72);
        assert_eq!(q16.vertex(NINETEEN).to_string(), "Q16");
        assert_eq!(Point::new(8, 18).vertex(NINETEEN).to_string(), "J1");
    }

    #[test]
    fn what_is_no_vertex_is_refused_with_its_text() {
        for text in ["", "I5", "5", "A", "A-1", "A+1", "Ä1", "A1 ", "AA1"] {
            assert_eq!(Point::from_vertex(text, NINETEEN), Err(VertexError::Malformed(text.to_owned())));
        }
        for text in ["A0", "A20", "U1"] {
            assert!(matches!(Point::from_vertex(text, NINETEEN), Err(VertexError::Outside { .. })), "{text}");
        }
    }

    #[test]
    fn star_points_are_where_handicap_stones_are_put() {
        for (side, stars) in
            [(19, "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16"), (13, "D4 D7 D10 G4 G7 G10 K4 K7 K10"), (9, "C3 C5 C7 E3 E5 E7 G3 G5 G7")]
        {
            let size = Size::square(side).unwrap();
            let mut found: Vec<String> =
                size.points().filter(|point| point.is_star(size)).map(|point| point.vertex(size).to_string()).collect();
            let mut wanted: Vec<&str> = stars.split(' ').collect();
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted);
        }
    }

    #[test]
    fn diagonals_touch_and_a_point_does_not_touch_itself() {
        let centre = Point::new(5, 5);
        assert!(centre.touches(Point::new(6, 6)));
        assert!(centre.touches(Point::new(5, 4)));
        assert!(!centre.touches(centre));
        assert!(!centre.touches(Point::new(7, 5)));
    }
}

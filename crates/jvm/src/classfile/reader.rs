//! A cursor over bytes that never reads past the end.

/// What is wrong with the bytes of a class file.
pub(crate) type Malformed = String;

#[derive(Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    pub fn position(&self) -> usize {
        self.position
    }

    pub fn is_empty(&self) -> bool {
        self.position >= self.bytes.len()
    }

    pub fn take(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let end = self
            .position
            .checked_add(length)
            .filter(|end| *end <= self.bytes.len())
            .ok_or_else(|| format!("ends early, at byte {}", self.position))?;
        let taken = &self.bytes[self.position..end];
        self.position = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub fn u8(&mut self) -> Result<u8, Malformed> {
        Ok(self.array::<1>()?[0])
    }

    pub fn i8(&mut self) -> Result<i8, Malformed> {
        Ok(i8::from_be_bytes(self.array()?))
    }

    pub fn u16(&mut self) -> Result<u16, Malformed> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    pub fn i16(&mut self) -> Result<i16, Malformed> {
        Ok(i16::from_be_bytes(self.array()?))
    }

    pub fn u32(&mut self) -> Result<u32, Malformed> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub fn i32(&mut self) -> Result<i32, Malformed> {
        Ok(i32::from_be_bytes(self.array()?))
    }

    pub fn u64(&mut self) -> Result<u64, Malformed> {
        Ok(u64::from_be_bytes(self.array()?))
    }
}

/// Decodes the JVM's modified UTF-8 into UTF-16 units.
pub(crate) fn modified_utf8(bytes: &[u8]) -> Result<Vec<u16>, Malformed> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().copied();
    let continuation = |rest: &mut std::iter::Copied<std::slice::Iter<'_, u8>>| match rest.next() {
        Some(byte) if byte & 0xC0 == 0x80 => Ok(u16::from(byte & 0x3F)),
        _ => Err("a text constant is not modified UTF-8".to_owned()),
    };
    while let Some(byte) = rest.next() {
        units.push(match byte {
            0x01..=0x7F => u16::from(byte),
            0xC0..=0xDF => u16::from(byte & 0x1F) << 6 | continuation(&mut rest)?,
            0xE0..=0xEF => {
                u16::from(byte & 0x0F) << 12
                    | continuation(&mut rest)? << 6
                    | continuation(&mut rest)?
            }
            _ => return Err("a text constant is not modified UTF-8".to_owned()),
        });
    }
    Ok(units)
}

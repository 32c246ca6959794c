/** Characters that people and their address books write between digits. */
const separators = /[\s./\u2010-\u2015-]+/gu

/** Returns the number as the calls accept it: other marks between the digits become spaces. */
export function cleanPhone(typed: string): string {
  return typed.trim().replaceAll(separators, ' ')
}

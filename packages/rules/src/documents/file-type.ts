/** The files that are accepted (spec: account 5), by what is in them. */
export const fileTypes = ['image/png', 'image/jpeg', 'application/pdf'] as const
export type FileType = (typeof fileTypes)[number]

/** How many bytes of a file `detectFileType` needs. */
export const magicByteCount = 8

const magicBytes: Readonly<Record<FileType, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
}

/** The type of a file by its first bytes, null for any other. Its name and what the browser says of it count for nothing. */
export function detectFileType(head: Uint8Array): FileType | null {
  return fileTypes.find((type) => magicBytes[type].every((byte, index) => head[index] === byte)) ?? null
}

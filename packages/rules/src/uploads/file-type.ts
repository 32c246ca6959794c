/** Accepted file types (spec: account 5). */
export const fileTypes = ['image/png', 'image/jpeg', 'application/pdf'] as const
export type FileType = (typeof fileTypes)[number]

/** Number of bytes that `detectFileType` needs. */
export const magicByteCount = 8

const magicBytes: Readonly<Record<FileType, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
}

/** Detects the type by the first bytes, never by the name or declared type. */
export function detectFileType(head: Uint8Array): FileType | null {
  return fileTypes.find((type) => magicBytes[type].every((byte, index) => head[index] === byte)) ?? null
}

import type { FileType } from '@tradefront/rules/documents/file-type'
import { type DocumentKind, documentKinds } from '@tradefront/rules/documents/limits'

const extensions: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
}

/** What a file is asked for by: `passport-0123….jpg`. Nothing of the name that it came with is kept. */
export function toFileName(document: {
  readonly id: string
  readonly kind: DocumentKind
  readonly type: FileType
}): string {
  return `${document.kind}-${document.id.replaceAll('-', '')}.${extensions[document.type]}`
}

const fileNamePattern = new RegExp(
  `^(?:${documentKinds.join('|')})-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\\.[a-z]+$`,
)

/** The id that a name carries; null for what is no name of ours. The whole name still has to be that of the row. */
export function parseDocumentId(name: string): string | null {
  return fileNamePattern.exec(name)?.slice(1).join('-') ?? null
}

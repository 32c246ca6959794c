import type { FileType } from '@tradefront/rules/documents/file-type'
import { type DocumentKind, documentKinds } from '@tradefront/rules/documents/limits'

const extensions: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
}

/** Returns a name such as `passport-0123….jpg`. The name of the uploaded file is not stored. */
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

/** Returns the document's id, or null. The caller must compare the whole name with that of the row. */
export function parseDocumentId(name: string): string | null {
  return fileNamePattern.exec(name)?.slice(1).join('-') ?? null
}

import type { FileType } from '@tradefront/rules/documents/file-type'
import { type DocumentKind, documentKinds } from '@tradefront/rules/documents/limits'

const extensions: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
}

/** E.g. `passport-0123….jpg`. The uploaded name is not stored. */
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

/** The caller must compare the whole name with the row's. */
export function parseDocumentId(name: string): string | null {
  return fileNamePattern.exec(name)?.slice(1).join('-') ?? null
}

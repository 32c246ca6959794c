import type { FileType } from '@tradefront/rules/documents/file-type'
import { type DocumentKind, documentKinds } from '@tradefront/rules/documents/limits'

const endings: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
}

/** What a file is asked for by: `passport-0123….jpg`. Nothing of the name that it came with is kept. */
export function nameOf(document: {
  readonly id: string
  readonly kind: DocumentKind
  readonly type: FileType
}): string {
  return `${document.kind}-${document.id.replaceAll('-', '')}.${endings[document.type]}`
}

const pattern = new RegExp(
  `^(?:${documentKinds.join('|')})-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\\.[a-z]+$`,
)

/** The id that a name carries; null for what is no name of ours. The whole name still has to be that of the row. */
export function idOf(name: string): string | null {
  return pattern.exec(name)?.slice(1).join('-') ?? null
}

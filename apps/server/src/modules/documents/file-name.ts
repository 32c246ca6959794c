import { type DocumentKind, documentKinds } from '@tradefront/rules/documents/document-kinds'

type NamedFile = { readonly id: string; readonly kind: DocumentKind; readonly pages: number }

const extensions: Readonly<Record<DocumentKind, string>> = { passport: 'jpg', card: 'jpg', sign: 'png' }

/** Returns the name of a page in its address, e.g. `passport-0123….jpg` of the first and `passport-0123…-2.jpg` of the second. */
export function toPageName({ id, kind }: Omit<NamedFile, 'pages'>, page: number): string {
  return `${kind}-${id.replaceAll('-', '')}${page === 1 ? '' : `-${page}`}.${extensions[kind]}`
}

export function listPageNames(file: NamedFile): string[] {
  return Array.from({ length: file.pages }, (_, index) => toPageName(file, index + 1))
}

const pageNamePattern = new RegExp(
  `^(?:${documentKinds.join('|')})-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-(\\d{1,2}))?\\.[a-z]+$`,
)

/** Reads the name of a page. The caller must compare the whole name with the row's. */
export function parsePageName(name: string): { readonly id: string; readonly page: number } | null {
  const match = pageNamePattern.exec(name)
  return match && { id: match.slice(1, 6).join('-'), page: Number(match[6] ?? 1) }
}

/** Returns whether the text is a UUID in lower case, as PostgreSQL writes them. Other texts cannot be compared with a uuid column. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

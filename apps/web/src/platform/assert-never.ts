export function assertNever(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}`)
}

/** Makes the compiler prove that a switch has a case for every member of a union. */
export function assertNever(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}`)
}

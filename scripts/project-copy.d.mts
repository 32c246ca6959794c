/** Our own packages are those of the copy; others are links. */
export function createProjectCopy(): string

export declare function findMessageProblem(message: string, changedFiles: number): string | null

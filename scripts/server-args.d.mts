export declare const serverArgs: readonly string[]
export declare const semiSpaceOption: string

export declare const serverArgs: readonly string[]
export declare const deskArgs: readonly string[]
export declare const semiSpaceOption: string

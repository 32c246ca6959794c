export declare function readImporters(root: string): Map<string, string[]>
export declare function measureDistances(
  file: string,
  importers: ReadonlyMap<string, readonly string[]>,
): Map<string, number>

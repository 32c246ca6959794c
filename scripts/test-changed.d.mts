export declare function listConcernedTests(
  changed: readonly string[],
  importers?: ReadonlyMap<string, readonly string[]>,
): string[]
export declare function fitBudget(
  files: readonly string[],
  seconds: Readonly<Record<string, number>>,
  budget?: number,
): string[]

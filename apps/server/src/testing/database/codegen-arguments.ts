/** Arguments of kysely-codegen for `platform/database/database-types.ts`: bigint and date as `openDatabase` reads them. */
export function buildCodegenArguments(url: string, outFile: string): string[] {
  const typeMapping = JSON.stringify({ int8: 'number' })
  const baseArguments = ['--dialect', 'postgres', '--date-parser', 'string', '--type-mapping', typeMapping]
  return [...baseArguments, '--exclude-pattern', '{migrations,repeatable_sql}', '--url', url, '--out-file', outFile]
}

import { type $ZodShape, type $ZodType, type $ZodTypes, safeParse } from 'zod/v4/core'

/** Returns null if zod must decide. */
export type Serialize = (value: unknown) => string | null

/** Checks and writes in one pass, several times faster than zod. Never accepts what zod rejects. */
export function compileSerializer(schema: $ZodType): Serialize {
  const { def } = (schema as $ZodTypes)._zod
  if (def.checks !== undefined && def.checks.length > 0) return createZodSerializer(schema)
  switch (def.type) {
    case 'object':
      return def.catchall === undefined ? createObjectSerializer(def.shape) : createZodSerializer(schema)
    case 'array':
      return createArraySerializer(compileSerializer(def.element))
    case 'union':
      return def.inclusive === false
        ? createZodSerializer(schema)
        : createUnionSerializer(def.options.map(compileSerializer))
    case 'nullable': {
      const write = compileSerializer(def.innerType)
      return (value) => (value === null ? 'null' : write(value))
    }
    case 'enum':
      return createLiteralSerializer(Object.values(def.entries))
    case 'literal':
      return createLiteralSerializer(def.values)
    case 'boolean':
      return createLiteralSerializer([true, false])
    case 'string':
      return 'format' in def
        ? createZodSerializer(schema)
        : (value) => (typeof value === 'string' ? JSON.stringify(value) : null)
    case 'number':
      return 'format' in def ? createZodSerializer(schema) : (value) => (Number.isFinite(value) ? String(value) : null)
    default:
      return createZodSerializer(schema)
  }
}

function createZodSerializer(schema: $ZodType): Serialize {
  return (value) => {
    const result = safeParse(schema, value)
    return result.success ? (JSON.stringify(result.data) ?? null) : null
  }
}

function createObjectSerializer(shape: $ZodShape): Serialize {
  const members = Object.entries(shape).map(([key, schema]) => {
    const { def } = (schema as $ZodTypes)._zod
    const isOptional = def.type === 'optional'
    return {
      key,
      isOptional,
      name: `${JSON.stringify(key)}:`,
      write: compileSerializer(isOptional ? def.innerType : schema),
    }
  })
  return (value) => {
    if (!isRecord(value)) return null
    let text = ''
    for (const { key, isOptional, name, write } of members) {
      const member = value[key]
      if (member === undefined && isOptional) continue
      const written = write(member)
      if (written === null) return null
      text += text === '' ? name + written : `,${name}${written}`
    }
    return `{${text}}`
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function createArraySerializer(write: Serialize): Serialize {
  return (value) => {
    if (!Array.isArray(value)) return null
    const written = value.map(write)
    return written.includes(null) ? null : `[${written.join(',')}]`
  }
}

function createUnionSerializer(serializers: readonly Serialize[]): Serialize {
  return (value) => {
    for (const write of serializers) {
      const written = write(value)
      if (written !== null) return written
    }
    return null
  }
}

function createLiteralSerializer(values: readonly unknown[]): Serialize {
  const texts = new Map(
    values.filter((value) => typeof value !== 'bigint').map((value) => [value, JSON.stringify(value)]),
  )
  return (value) => texts.get(value) ?? null
}

/* types.ts: JSON compared with TypeScript types, both ways: what is declared must be there, what is there must be declared. */
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const docs = path.resolve(__dirname, '../../docs')

/* The blocks of TypeScript in a document, as a module. */
function typesInDocument(file: string): string {
  const text = fs.readFileSync(file, 'utf8')
  const blocks = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(match => match[1])
  return blocks.join('\n').replace(/^(interface|type) /gm, 'export $1 ')
}

/* The types of some files: sources, or documents with blocks of TypeScript. */
export class Types {
  private readonly checker: ts.TypeChecker
  private readonly program: ts.Program
  /* Optional properties and members of unions: declared, and seen in a value. */
  private readonly declared = new Set<string>()
  private readonly seen = new Set<string>()
  private readonly shapes = new Map<ts.Type, Shape>()
  private readonly found = new Map<string, ts.Type>()
  /* Small values that were right. Most values come again and again. */
  private readonly right = new Map<ts.Type, Set<string>>()

  constructor(files: string[]) {
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2021,
      lib: ['lib.es2021.d.ts'],
      types: [],
    }
    const host = ts.createCompilerHost(options)
    const read = host.getSourceFile
    host.getSourceFile = (name, ...rest) =>
      name.endsWith('.md.ts')
        ? ts.createSourceFile(name, typesInDocument(name.slice(0, -3)), ts.ScriptTarget.ES2021, true)
        : read(name, ...rest)
    this.program = ts.createProgram(files.map(this.moduleOf), options, host)
    this.checker = this.program.getTypeChecker()
  }

  private readonly moduleOf = (file: string) => (file.endsWith('.md') ? file + '.ts' : file)

  private find(file: string, name: string): ts.Type {
    const key = `${file} ${name}`
    const type = this.found.get(key) ?? this.look(file, name)
    this.found.set(key, type)
    return type
  }

  private look(file: string, name: string): ts.Type {
    const source = this.program.getSourceFile(this.moduleOf(file))!
    const module = this.checker.getSymbolAtLocation(source)
    const symbol = module && this.checker.getExportsOfModule(module).find(it => it.name === name)
    if (!symbol) throw new Error(`${file} declares no ${name}`)
    return this.checker.getDeclaredTypeOfSymbol(symbol)
  }

  /* What is wrong with a value, if it should be of the type `name` of the file. */
  faults(value: unknown, file: string, name: string): string[] {
    const found: string[] = []
    this.check(value, this.find(file, name), name, name, found, true)
    return found
  }

  /* The strings that a property of a type may be. */
  words(file: string, name: string, property: string): string[] {
    const type = this.checker.getTypeOfSymbol(this.find(file, name).getProperty(property)!)
    return type.isUnion() ? type.types.map(it => String((it as ts.StringLiteralType).value)) : []
  }

  /* What is declared and was in no value so far. */
  unseen(): string[] {
    return [...this.declared].filter(it => !this.seen.has(it)).sort()
  }

  private note(what: string, seen: boolean): void {
    this.declared.add(what)
    if (seen) this.seen.add(what)
  }

  /* `path` leads to the value, `owner` names the declaration that it belongs to. */
  private check(value: unknown, type: ts.Type, path: string, owner: string, found: string[], noting: boolean): void {
    const wrong = () => found.push(`${path}: ${JSON.stringify(value)?.slice(0, 80)} is no ${this.checker.typeToString(type)}`)
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return
    if (type.isUnion()) this.checkUnion(value, type, path, owner, found, noting)
    else if (type.isStringLiteral() || type.isNumberLiteral()) value === type.value || wrong()
    else if (type.flags & ts.TypeFlags.BooleanLiteral) String(value) === this.checker.typeToString(type) || wrong()
    else if (type.flags & ts.TypeFlags.String) typeof value === 'string' || wrong()
    else if (type.flags & ts.TypeFlags.Number) typeof value === 'number' || wrong()
    else if (type.flags & ts.TypeFlags.Null) value === null || wrong()
    else if (type.flags & ts.TypeFlags.Undefined) value === undefined || wrong()
    else if (this.checker.isTupleType(type) || this.checker.isArrayType(type)) {
      const members = this.checker.getTypeArguments(type as ts.TypeReference)
      if (!Array.isArray(value) || (this.checker.isTupleType(type) && value.length !== members.length)) wrong()
      else value.forEach((it, i) => this.check(it, members[i] ?? members[0], `${path}[${i}]`, owner, found, noting))
    } else if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong()
    else this.checkObject(value as Record<string, unknown>, type, path, owner, found, noting)
  }

  private checkUnion(value: unknown, type: ts.UnionType, path: string, owner: string, found: string[], noting: boolean): void {
    if (noting) for (const it of type.types) if (it.isStringLiteral()) this.note(`${owner}: "${it.value}"`, value === it.value)
    let best: string[] | null = null
    for (const it of type.types) {
      const faults: string[] = []
      this.check(value, it, path, owner, faults, false)
      if (!faults.length) {
        if (noting && typeof value === 'object' && value !== null) this.check(value, it, path, owner, [], true)
        return
      }
      if (!best || faults.length < best.length) best = faults
    }
    found.push(...best!)
  }

  private checkObject(
    value: Record<string, unknown>,
    type: ts.Type,
    path: string,
    owner: string,
    found: string[],
    noting: boolean,
  ) {
    const text = JSON.stringify(value)
    const key = text.length < 1000 ? `${noting} ${owner} ${text}` : ''
    const right = this.right.get(type) ?? new Set()
    this.right.set(type, right)
    if (right.has(key)) return
    const before = found.length
    this.checkMembers(value, type, path, owner, found, noting)
    if (key && found.length === before) right.add(key)
  }

  private checkMembers(
    value: Record<string, unknown>,
    type: ts.Type,
    path: string,
    owner: string,
    found: string[],
    noting: boolean,
  ) {
    const { name, index, members } = this.shapeOf(type)
    const self = name || owner
    let known = 0
    for (const member of members) {
      const sent = member.name in value
      if (sent) known++
      if (member.optional && noting) this.note(`${self}.${member.name}`, sent)
      if (sent) this.check(value[member.name], member.type, `${path}.${member.name}`, `${self}.${member.name}`, found, noting)
      else if (!member.optional) found.push(`${path}.${member.name} is declared and not sent`)
    }
    const keys = Object.keys(value)
    if (known === keys.length) return
    for (const key of keys) {
      if (members.some(it => it.name === key)) continue
      if (index) this.check(value[key], index, `${path}.${key}`, owner, found, noting)
      else found.push(`${path}.${key} is sent and not declared`)
    }
  }

  private shapeOf(type: ts.Type): Shape {
    let shape = this.shapes.get(type)
    if (shape) return shape
    const name = (type.aliasSymbol ?? type.symbol)?.name ?? ''
    shape = {
      name: /^(__type|Record|Omit)$/.test(name) ? '' : name,
      index: type.getStringIndexType(),
      members: this.checker.getPropertiesOfType(type).map(it => ({
        name: it.name,
        optional: !!(it.flags & ts.SymbolFlags.Optional),
        type: this.checker.getTypeOfSymbol(it),
      })),
    }
    this.shapes.set(type, shape)
    return shape
  }
}

interface Shape {
  name: string // empty for a type without one
  index: ts.Type | undefined // of the values, where names are free
  members: { name: string; optional: boolean; type: ts.Type }[]
}

export const document = (name: string) => path.join(docs, name)

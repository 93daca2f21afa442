/** Times each screen's queries and records their plans. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, SqlValue } from '../../../src/recorder/store/sql.ts'
import { textOf } from '../../../src/recorder/store/sql.ts'
import { sqlStore } from '../../../src/recorder/store/sql-store.ts'
import { type Load, loadOwner } from './fill.ts'
import { type ScreenQuestion, askingOf, screenQuestions } from './screen-questions.ts'

interface Statement {
  readonly text: string
  readonly values: readonly SqlValue[]
  readonly ms: number
  readonly rows: number
}

function watched(database: Database): { readonly database: Database; take(): readonly Statement[] } {
  let statements: Statement[] = []
  return {
    database: {
      ...database,
      async all(text, values = []) {
        const began = performance.now()
        const rows = await database.all(text, values)
        statements.push({ text, values, ms: performance.now() - began, rows: rows.length })
        return rows
      },
    },
    take() {
      const taken = statements
      statements = []
      return taken
    },
  }
}

export interface Measured {
  readonly screen: string
  readonly rows: number
  /** Query, and query with decoding, ms: median and 99th percentile. */
  readonly query: readonly [number, number]
  readonly whole: readonly [number, number]
  /** Planning and execution time reported by the database: the slowest of several runs. */
  readonly databaseMs: number
  readonly nodes: string
}

const times = 200
const plansOf = 20

const quantiles = (values: readonly number[]): readonly [number, number] => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return [at(0.5), at(0.99)]
}

export async function measure(database: Database, load: Load, folder: string): Promise<readonly Measured[]> {
  const spy = watched(database)
  const store = sqlStore(spy.database)
  const measured: Measured[] = []
  for (const question of screenQuestions) measured.push(await measureOne(question))
  return measured

  async function ask(question: ScreenQuestion, turn: number) {
    const at = askingOf(load, turn)
    const began = performance.now()
    await question.ask(
      {
        store,
        owner: loadOwner(at.index),
        subject: 'ann',
        venueNowMs: async () => at.endMs,
        alerts: undefined,
        send: () => Promise.reject(new Error('Nothing is sent here.')),
      },
      at,
    )
    return { ms: performance.now() - began, statements: spy.take() }
  }

  async function measureOne(question: ScreenQuestion): Promise<Measured> {
    for (let turn = 0; turn < 5; turn += 1) await ask(question, turn)
    const answers = []
    for (let turn = 0; turn < times; turn += 1) answers.push(await ask(question, turn))
    const last = answers.at(-1)?.statements ?? []
    const explained: (readonly Plan[])[] = []
    for (const { statements } of answers.slice(-plansOf)) {
      const plans: Plan[] = []
      for (const statement of statements) plans.push(await planOf(database, statement))
      explained.push(plans)
    }
    const sumOf = (plans: readonly Plan[]): number => plans.reduce((sum, each) => sum + each.ms, 0)
    const slowest = explained.toSorted((x, y) => sumOf(y) - sumOf(x))[0] ?? []
    writeFileSync(join(folder, `${fileNameOf(question.screen)}.txt`), slowest.map(each => each.text).join('\n\n'))
    return {
      screen: question.screen,
      rows: last.reduce((sum, each) => sum + each.rows, 0),
      query: quantiles(answers.map(each => each.statements.reduce((sum, statement) => sum + statement.ms, 0))),
      whole: quantiles(answers.map(each => each.ms)),
      databaseMs: sumOf(slowest),
      nodes: [...new Set(slowest.flatMap(each => each.nodes))].join(', '),
    }
  }
}

const fileNameOf = (screen: string): string => screen.toLowerCase().replace(/[^a-z0-9]+/g, '-')

interface Plan {
  readonly text: string
  readonly ms: number
  readonly nodes: readonly string[]
}

async function planOf(database: Database, { text, values }: Statement): Promise<Plan> {
  const rows = await database.all(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values)
  const lines = rows.map(row => textOf(row, 'QUERY PLAN'))
  const ms = lines.flatMap(line => /^(?:Planning|Execution) Time: ([\d.]+) ms/.exec(line)?.[1] ?? [])
  // Each scan node, with its table unless it is a partition.
  const nodes = lines.flatMap(
    line =>
      /(?:->\s+)?((?:Parallel )?(?:Index Only|Index|Seq|Bitmap Heap) Scan)(?: Backward)?(?: using \S+)? on (\S+)/
        .exec(line)
        ?.slice(1, 3)
        .join(' ') ?? [],
  )
  const tables = nodes.map(node => node.replace(/_\d{4}_\d{2}(?:_\d{2})?$/, ''))
  return {
    text: [text, '', ...lines].join('\n'),
    ms: ms.reduce((sum, each) => sum + JSON.parse(each), 0),
    nodes: [...new Set(tables)],
  }
}

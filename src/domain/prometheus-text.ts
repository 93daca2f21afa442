/** Figures of a program as Prometheus reads them: its text form, version 0.0.4. */

export interface Family {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: readonly FamilySample[]
}
export interface FamilySample {
  /** What stands after the family's name: `_bucket`, `_sum`, `_count` of a histogram. */
  readonly suffix?: string
  /** Of a few values each, known beforehand: never an account, an address or anything that was sent. */
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export const familiesType = 'text/plain; version=0.0.4; charset=utf-8'

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const labelled = (text: string): string => escaped(text).replaceAll('"', '\\"')

function lineOf(name: string, { suffix = '', labels = {}, value }: FamilySample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${labelled(text)}"`)
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

export const familiesText = (families: readonly Family[]): string =>
  families
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(sample => lineOf(name, sample)),
    ])
    .join('\n') + '\n'

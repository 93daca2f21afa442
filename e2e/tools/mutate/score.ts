/** Mutation score and survivors from Stryker's report. */

interface Mutant {
  readonly status:
    | 'Killed'
    | 'Survived'
    | 'NoCoverage'
    | 'Timeout'
    | 'CompileError'
    | 'RuntimeError'
    | 'Ignored'
    | 'Pending'
  readonly mutatorName: string
  readonly replacement?: string
  readonly location: Record<'start' | 'end', { readonly line: number; readonly column: number }>
}

export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>
}

export interface MutationScore {
  readonly noticed: number
  readonly all: number
  readonly percent: number
}

/** Time-outs count as detected; mutants that do not compile are ignored. */
export function scoreOf({ files }: MutationReport): MutationScore {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const noticed = statuses.filter(status => status === 'Killed' || status === 'Timeout').length
  const all = noticed + statuses.filter(status => status === 'Survived' || status === 'NoCoverage').length
  return { noticed, all, percent: all === 0 ? 0 : Math.floor((noticed * 100) / all) }
}

const shortened = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100)

/** `file:line: original → mutant`, by place. */
export function survivorsIn({ files }: MutationReport): readonly string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .toSorted(
        (a, b) => a.location.start.line - b.location.start.line || a.location.start.column - b.location.start.column,
      )
      .map(({ status, location: { start, end }, replacement = '', mutatorName }) => {
        const inLine = lines[start.line - 1] ?? ''
        const was = inLine.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined)
        const note = status === 'NoCoverage' ? ', no test runs it' : ''
        return `${file}:${start.line}: ${shortened(was)} → ${shortened(replacement)} (${mutatorName}${note})`
      })
  })
}

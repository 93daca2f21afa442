import { expect, test } from 'vitest'
import { type MutationReport, scoreOf, survivorsIn } from './score.ts'

const at = (line: number, column: number, length: number) => ({
  start: { line, column },
  end: { line, column: column + length },
})

const report: MutationReport = {
  files: {
    'src/a.ts': {
      source: 'const a = b < c\nconst d = e()\n',
      mutants: [
        { status: 'NoCoverage', mutatorName: 'CallExpression', replacement: 'undefined', location: at(2, 11, 3) },
        { status: 'Killed', mutatorName: 'EqualityOperator', replacement: 'b >= c', location: at(1, 11, 5) },
        { status: 'Survived', mutatorName: 'EqualityOperator', replacement: 'b <= c', location: at(1, 11, 5) },
        { status: 'Timeout', mutatorName: 'ConditionalExpression', replacement: 'true', location: at(1, 11, 5) },
        { status: 'RuntimeError', mutatorName: 'ConditionalExpression', replacement: 'false', location: at(1, 11, 5) },
      ],
    },
  },
}

test('the score is the share of all changes, also of those that no test runs; what is no program does not count', () => {
  expect(scoreOf(report)).toEqual({ noticed: 2, all: 4, percent: 50 })
})

test('no change at all is no score', () => expect(scoreOf({ files: {} }).percent).toBe(0))

test('a change that no test noticed is named with its place, what stood there and what was put there', () => {
  expect(survivorsIn(report)).toEqual([
    'src/a.ts:1: b < c → b <= c (EqualityOperator)',
    'src/a.ts:2: e() → undefined (CallExpression, no test runs it)',
  ])
})

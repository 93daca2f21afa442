/**
 * `npm test`: every step in turn, also after a failure, then the failures again and the plain line `N passed, N failed`.
 * `--only=types,lint`, or names of steps as arguments, runs only those.
 */
import { mkdirSync } from 'node:fs'
import { seconds } from './run-command.ts'
import { type Step, steps } from './test-steps.ts'

interface Outcome {
  readonly step: Step
  readonly passed: number
  readonly failures: readonly string[]
}

function stepsToRun(names: readonly string[]): readonly Step[] {
  const unknown = names.filter(name => !steps.some(step => step.name === name))
  if (unknown.length > 0) {
    process.stderr.write(`There is no step ${unknown.join(', ')}. The steps are ${steps.map(step => step.name).join(', ')}.\n`)
    process.exit(2)
  }
  return names.length === 0 ? steps : steps.filter(step => names.includes(step.name))
}

async function runStep(step: Step, place: string): Promise<Outcome> {
  const started = Date.now()
  process.stdout.write(`▶ ${place} ${step.name}: ${step.about}\n`)
  const { passed, failures } = await step.run().catch((error: unknown) => ({ passed: 0, failures: [String(error)] }))
  const took = seconds(Date.now() - started)
  process.stdout.write(`${failures.length === 0 ? '✓' : '✗'} ${step.name}: ${passed} passed, ${failures.length} failed, ${took}\n\n`)
  return { step, passed, failures }
}

const chosen = stepsToRun(process.argv.slice(2).flatMap(argument => argument.replace(/^--only=/, '').split(',')))
mkdirSync('e2e/results', { recursive: true })
const outcomes: Outcome[] = []
for (const [at, step] of chosen.entries()) outcomes.push(await runStep(step, `${at + 1}/${chosen.length}`))

for (const { step, failures } of outcomes) {
  for (const failure of failures) process.stdout.write(`✗ ${step.name}: ${failure}\n\n`)
}
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

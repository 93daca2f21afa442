/** Where a structure's strikes stand around the money, in units of a distance of the trader's choice: ascending, one for each of its strikes. */
import { needs } from './instantiate.ts'
import type { TemplateForm } from './template.ts'

export type Rights = 'put' | 'call' | 'both'

/** Rights of the options at each strike, lowest strike first. */
export function rightsOf(form: TemplateForm): Rights[] {
  return Array.from({ length: needs(form).strikes }, (_, index) => {
    const kinds = new Set(form.legs.filter(leg => leg.strike === `K${index + 1}`).map(leg => leg.kind))
    return kinds.size > 1 ? 'both' : kinds.has('P') ? 'put' : 'call'
  })
}

/** Distance of the first, second, … strike away from the body. */
const outward = [1, 1.6, 2.2, 2.8] as const
const nth = (index: number): number => outward[index] ?? index + 1

/** One right only: wings stand on both sides of a body, other structures run from the money outwards. */
function oneRight(form: TemplateForm, count: number, right: Rights): number[] {
  const sign = right === 'put' ? -1 : 1
  if (form.constraint === 'unequal_wings') return sign > 0 ? [-1, 0, 1.6] : [-1.6, 0, 1]
  if (form.constraint !== 'none' && form.constraint !== 'any_ratio') return count === 3 ? [-1, 0, 1] : [-1.2, -0.5, 0.5, 1.2]
  const steps = Array.from({ length: count }, (_, index) => (index === 0 ? 0 : nth(index - 1)))
  return sign > 0 ? steps : steps.map(step => (step === 0 ? 0 : -step)).reverse()
}

export function strikeOffsets(form: TemplateForm): readonly number[] {
  const rights = rightsOf(form)
  const [first] = rights
  if (first === undefined) return []
  if (rights.length === 1) return [0]
  if (rights.every(right => right === 'both')) return [-1, 1]
  if (new Set(rights).size === 1) return oneRight(form, rights.length, first)
  const body = rights.indexOf('both')
  if (body >= 0) return rights.map((_, index) => (index === body ? 0 : Math.sign(index - body) * nth(Math.abs(index - body) - 1)))
  // Puts below the money, calls above; where calls lie below puts (guts) the order of strikes says it.
  const turn = rights.findIndex((right, index) => index > 0 && right !== rights[index - 1])
  return rights.map((_, index) => (index < turn ? -nth(turn - 1 - index) : nth(index - turn)))
}

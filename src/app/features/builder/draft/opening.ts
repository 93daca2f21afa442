/** Initial state of the builder: its link's draft, else this tab's, with the chain's view. */
import { readStored } from '../../../api/browser/stored.ts'
import { fieldsOf } from '../../../../core/domain/json.ts'
import type { PackageLeg } from '../../../../core/domain/package/package-leg.ts'
import { type BuilderSearch, draftKey, parseBuilderSearch } from '../../../links/builder-link.ts'
import { draftOfSearch, legsOf, linkFault } from './draft-url.ts'
import { type DraftState, emptyDraft, reduce, startState } from './draft.ts'

const savedSearch = (): BuilderSearch => parseBuilderSearch(fieldsOf(readStored('tab', draftKey)))

/** View of the chain: part of the URL, not of the draft, so undo does not change it. */
export interface ChainView {
  readonly base: string | undefined
  readonly expiryMs: number | undefined
}

export function viewOf(search: BuilderSearch): ChainView {
  const expiryMs = Number.parseInt(search.expiry ?? '', 10)
  return { base: search.base, expiryMs: Number.isSafeInteger(expiryMs) && expiryMs > 0 ? expiryMs : undefined }
}

export const addedBy = (search: BuilderSearch): readonly PackageLeg[] =>
  legsOf(linkFault(search) === undefined ? search.add : undefined)

export function opening(search: BuilderSearch): { readonly draft: DraftState; readonly view: ChainView } {
  const linked = draftOfSearch(search)
  const saved = linked === undefined ? savedSearch() : {}
  const before = startState(linked ?? draftOfSearch(saved) ?? emptyDraft)
  return { draft: reduce(before, { kind: 'addLegs', legs: addedBy(search) }), view: viewOf({ ...saved, ...search }) }
}

import { acceptance, type History } from '../history.js';
import type { Ledger } from './ledger.js';

/**
 * Checks that a walk through a list shows all documents created before the walk, no document twice, and no document of
 * another account.
 */
export function checkWalks({ walks, intents }: History, ledger: Ledger): string[] {
  const creations = intents.filter(
    (intent) => intent.order.operation === 'create' && acceptance(intent),
  );
  return walks.flatMap(({ account, ids, from, locale }) => {
    const there = creations
      .filter((intent) => intent.account === account)
      .filter(({ order }) => order.fields['locale'] === locale)
      .filter(({ attempts }) =>
        attempts.some(({ reply, to }) => reply?.status === 200 && to < from),
      )
      .map((intent) => acceptance(intent)!.body.id);
    return [
      ...there
        .filter((id) => !ids.includes(id))
        .map((id) => `a walk of ${account.name} missed ${id}`),
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `a walk saw ${id} twice`),
      ...ids
        .filter((id) => ledger.entries.get(id)?.account !== account)
        .map((id) => `a walk of ${account.name} saw ${id}, which it did not make`),
    ];
  });
}

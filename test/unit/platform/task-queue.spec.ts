import { describe, expect, it } from 'vitest';
import { type Choice, TaskQueue } from '../../../src/platform/threads/task-queue.js';

interface Named {
  readonly account: string;
  readonly isInteractive: boolean;
  readonly name: string;
}

const task = (name: string, isInteractive = false): Named => ({
  name,
  account: name[0]!,
  isInteractive,
});

const ANY: Choice<Named> = { running: () => 0, mayBegin: () => () => true };
const isA2 = ({ name }: Named): boolean => name === 'a2';
const WITHOUT_A: Choice<Named> = { ...ANY, mayBegin: (account) => () => account !== 'a' };

function queueOf(...tasks: readonly Named[]): TaskQueue<Named> {
  const queue = new TaskQueue<Named>();
  tasks.forEach((each) => queue.add(each));
  return queue;
}

/**
 * Takes all tasks one by one, and returns their names in this order. Each entry of `running` is the account of one
 * running task.
 */
function order(queue: TaskQueue<Named>, running: readonly string[] = []): string {
  const names: string[] = [];
  const count = (account: string) => running.filter((each) => each === account).length;
  const choice = { ...ANY, running: count };
  for (let next = queue.take(choice); next; next = queue.take(choice)) names.push(next.name);
  expect(queue.size).toBe(0);
  return names.join(' ');
}

describe('tasks that wait for a thread', () => {
  it('are taken from the accounts in turn, in order within each account', () => {
    const queue = queueOf(...['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => task(name)));
    expect(order(queue)).toBe('a1 b1 c1 a2 b2 a3');
  });

  it('of an account without a running task go first', () => {
    expect(order(queueOf(task('a1'), task('b1'), task('a2'), task('c1')), ['a'])).toBe(
      'b1 c1 a1 a2',
    );
  });

  it('go first if a request waits for their result, three times out of four', () => {
    const interactive = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => task(name, true));
    const background = ['b1', 'b2'].map((name) => task(name));
    expect(order(queueOf(...background, ...interactive))).toBe('a1 a2 a3 b1 a4 a5 b2');
  });

  it('keep their position if they may not start yet', () => {
    const queue = queueOf(task('a1'), task('b1'), task('a2', true));
    expect(queue.hasAccount((account) => account === 'a')).toBe(true);
    expect(queue.hasAccount((account) => account === 'c')).toBe(false);
    expect(queue.take(WITHOUT_A)?.name).toBe('b1');
    expect(queue.take(WITHOUT_A)).toBeUndefined();
    expect(order(queue)).toBe('a2 a1');
  });

  it('are taken before tasks of the same account that may not start yet', () => {
    const queue = queueOf(task('a1'), task('a2'), task('b1'));
    expect(queue.take({ ...ANY, mayBegin: () => isA2 })?.name).toBe('a2');
    expect(order(queue)).toBe('b1 a1');
  });

  it('can be removed, and the tasks after them keep their turn', () => {
    const [a1, a2, b1] = [task('a1'), task('a2'), task('b1')];
    const queue = queueOf(a1, b1, a2);
    queue.remove(a1);
    queue.remove(a1);
    expect(queue.size).toBe(2);
    expect(order(queue)).toBe('a2 b1');
  });
});

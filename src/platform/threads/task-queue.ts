export interface WaitingTask {
  /** The account for which the task runs. Accounts take turns. */
  readonly account: string;
  /** True if a request waits for the result. Other tasks are background tasks. */
  readonly isInteractive: boolean;
}

/** After this many interactive tasks in a row, a waiting background task starts, so that neither kind starves. */
const INTERACTIVE_IN_A_ROW = 3;

/** Waiting tasks by account. The account whose turn is next comes first. */
type Turns<Task> = Map<string, Task[]>;

/**
 * A queue of waiting tasks. The next task is chosen by three rules, in this order: accounts without a running task go
 * first; interactive tasks go before background tasks, except every fourth time; accounts take turns.
 */
export class TaskQueue<Task extends WaitingTask> {
  private readonly interactive: Turns<Task> = new Map();
  private readonly background: Turns<Task> = new Map();
  private inARow = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Number of interactive tasks of an account that wait. */
  countInteractive(account: string): number {
    return this.interactive.get(account)?.length ?? 0;
  }

  add(task: Task): void {
    const turns = this.turnsOf(task);
    const tasks = turns.get(task.account);
    if (tasks) tasks.push(task);
    else turns.set(task.account, [task]);
    this.count += 1;
  }

  /** Whether a task waits whose account `matches`. */
  hasAccount(matches: (account: string) => boolean): boolean {
    return [this.interactive, this.background].some((turns) => [...turns.keys()].some(matches));
  }

  /**
   * Removes the next task from the queue and returns it; `undefined` if none may begin.
   * @param running returns the number of running tasks of an account
   * @param mayBegin whether a task may begin now. A task that may not does not stop later tasks of its account
   */
  take(
    running: (account: string) => number,
    mayBegin: (task: Task) => boolean = () => true,
  ): Task | undefined {
    const isTheirTurn = this.inARow < INTERACTIVE_IN_A_ROW;
    const order = isTheirTurn
      ? [this.interactive, this.background]
      : [this.background, this.interactive];
    const isIdle = (task: Task): boolean => mayBegin(task) && running(task.account) === 0;
    const task = first(order, isIdle) ?? first(order, mayBegin);
    if (!task) return undefined;
    this.inARow = task.isInteractive && this.background.size > 0 ? this.inARow + 1 : 0;
    this.remove(task);
    this.endTurn(task);
    return task;
  }

  remove(task: Task): void {
    const turns = this.turnsOf(task);
    const tasks = turns.get(task.account) ?? [];
    const place = tasks.indexOf(task);
    if (place === -1) return;
    tasks.splice(place, 1);
    if (tasks.length === 0) turns.delete(task.account);
    this.count -= 1;
  }

  private endTurn(task: Task): void {
    const turns = this.turnsOf(task);
    const tasks = turns.get(task.account);
    if (!tasks) return;
    turns.delete(task.account);
    turns.set(task.account, tasks);
  }

  private turnsOf({ isInteractive }: Task): Turns<Task> {
    return isInteractive ? this.interactive : this.background;
  }
}

function first<Task>(
  order: readonly Turns<Task>[],
  mayBegin: (task: Task) => boolean,
): Task | undefined {
  for (const turns of order) {
    for (const tasks of turns.values()) {
      const task = tasks.find(mayBegin);
      if (task) return task;
    }
  }
  return undefined;
}

export interface WaitingTask {
  /** The account for which the task runs. Accounts take turns. */
  readonly account: string;
  /** True if a request waits for the result. Other tasks are background tasks. */
  readonly isInteractive: boolean;
}

/** After this many interactive tasks in a row, a background task goes first, so that neither kind waits for ever. */
const INTERACTIVE_IN_A_ROW = 3;

/** The conditions for the choice of the next task. */
export interface Choice<Task> {
  /** Returns the number of running tasks of an account. */
  readonly running: (account: string) => number;
  /** Returns the test that decides which tasks of an account may begin now. */
  readonly mayBegin: (account: string) => (task: Task) => boolean;
}

/** Waiting tasks by account. The account whose turn is next comes first. */
type Turns<Task> = Map<string, Task[]>;

/**
 * A queue of waiting tasks. Three rules choose the next task, in this order:
 * 1. Accounts without a running task go first.
 * 2. Interactive tasks go before background tasks; every fourth time, a background task goes first.
 * 3. Accounts take turns.
 */
export class TaskQueue<Task extends WaitingTask> {
  private readonly interactive: Turns<Task> = new Map();
  private readonly background: Turns<Task> = new Map();
  private inARow = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Returns the number of waiting interactive tasks of an account. */
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

  /** Whether `matches` is true for the account of any waiting task. */
  hasAccount(matches: (account: string) => boolean): boolean {
    return [this.interactive, this.background].some((turns) => [...turns.keys()].some(matches));
  }

  /** Removes the next task from the queue and returns it. Returns `undefined` if no task may begin. */
  take({ running, mayBegin }: Choice<Task>): Task | undefined {
    const isTheirTurn = this.inARow < INTERACTIVE_IN_A_ROW;
    const order = isTheirTurn
      ? [this.interactive, this.background]
      : [this.background, this.interactive];
    const turns = order.flatMap((each) => Array.from(each));
    const idle = turns.filter(([account]) => running(account) === 0);
    const task = first(idle, mayBegin) ?? first(turns, mayBegin);
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

/** Returns the first task that may begin. Earlier tasks of the same account that may not begin keep waiting. */
function first<Task>(
  turns: readonly (readonly [account: string, tasks: readonly Task[]])[],
  mayBegin: Choice<Task>['mayBegin'],
): Task | undefined {
  for (const [account, tasks] of turns) {
    const task = tasks.find(mayBegin(account));
    if (task) return task;
  }
  return undefined;
}

export interface WaitingTask {
  /** Whose it is: accounts take turns. */
  readonly account: string;
  /** A request waits for the result. */
  readonly isInteractive: boolean;
}

/** While both kinds wait, three of four tasks that start are interactive, so that neither starves. */
const INTERACTIVE_IN_A_ROW = 3;

/** Tasks by account; the account whose turn it is first. */
type Turns<Task> = Map<string, Task[]>;

/** Waiting tasks. Accounts take turns, idle ones first; interactive tasks go first, but not always. */
export class TaskQueue<Task extends WaitingTask> {
  private readonly interactive: Turns<Task> = new Map();
  private readonly background: Turns<Task> = new Map();
  private inARow = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The waiting interactive tasks of an account. */
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

  /** Whether a task of a matching account waits. */
  hasAccount(matches: (account: string) => boolean): boolean {
    return [this.interactive, this.background].some((turns) => [...turns.keys()].some(matches));
  }

  /**
   * Takes the next task.
   * @param running how many tasks of an account run
   * @param mayBegin whether a task may begin now; one that may not lets others of its account pass
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

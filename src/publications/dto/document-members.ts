import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type as TypeOf } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { type Author, type FieldName, FIELDS } from '../document/document.js';
import type { InputField, ValueSchema } from '../document/field.js';
import { FIELD_NAMES } from '../document/revision.js';
import { InputSchema } from '../../platform/openapi/input-schema.decorator.js';
import {
  EachSatisfies,
  MayBeAbsent,
  Satisfies,
} from '../../platform/validation/satisfies.decorator.js';

/** A member of an input: normalised, checked and documented as its field says. */
export const Member = (
  { normalise, rule, itemRule, schema }: InputField,
  { required, ...presence }: { readonly required: boolean } & Record<string, unknown>,
): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ ...schema, ...presence, required }),
    ...(normalise ? [Transform(({ value }: { value: unknown }) => normalise(value))] : []),
    Satisfies(rule),
    ...(itemRule ? [EachSatisfies(itemRule)] : []),
    ...(required ? [] : [MayBeAbsent()]),
  );

/** A class that says of its members nothing but their types: decorators of the class add them. */
export const typed = <Members extends object>(): Type<Members> =>
  class {} as unknown as Type<Members>;

const decorate = (dto: Type, name: string, decorator: PropertyDecorator): void =>
  decorator(dto.prototype as object, name);

const AuthorMembers = (dto: Type): void => {
  for (const [name, field] of Object.entries(FIELDS.author.members!)) {
    decorate(dto, name, Member(field, { required: true }));
  }
};

/** Who wrote a document (contract 2). */
@InputSchema('Author', 'Who wrote a document.')
@AuthorMembers
export class AuthorDto extends typed<Author>() {}

/** Adds the fields of a document that a client sends, as a create or an update takes them. */
export const InputMembers =
  (operation: 'create' | 'update') =>
  (dto: Type): void => {
    for (const name of FIELD_NAMES) decorate(dto, name, inputMember(name, operation));
  };

/** Adds the fields of a document as answers show them. */
export const AnswerMembers = (dto: Type): void => {
  for (const name of FIELD_NAMES) {
    const { answer, schema } = FIELDS[name];
    const type = name === 'author' ? { type: () => AuthorDto } : { type: String };
    const told: ValueSchema = { ...type, ...answer, examples: answer.examples ?? schema.examples };
    decorate(dto, name, ApiProperty(told));
  }
};

function inputMember(name: FieldName, operation: 'create' | 'update'): PropertyDecorator {
  const field = FIELDS[name];
  const told = operation === 'create' ? inCreate(field) : inUpdate(field);
  if (!field.members) return Member(field, told);
  return applyDecorators(
    Member({ ...field, schema: { ...field.schema, type: () => AuthorDto } }, told),
    TypeOf(() => AuthorDto),
    ValidateNested(),
  );
}

type AnyField = (typeof FIELDS)[FieldName];

const inCreate = ({ required, schema, createRemark, default: value }: AnyField) => ({
  required,
  description: [schema.description, createRemark].filter(Boolean).join(' '),
  // One that is made of the account's name is told in words.
  ...(value !== undefined && typeof value !== 'function' && { default: value }),
});

const inUpdate = ({ schema, updateDescription }: AnyField) => ({
  required: false,
  description: updateDescription ?? schema.description,
});

-- A request finds its download by the visit.
alter table downloads drop column claimed;
